import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBrowserI18n, readBrowserI18n } from './i18n.client.ts'
import { createPageI18n, wordsOf, wordsOfGroups } from './i18n.server.ts'
import { GROUPS_OF_EVERY_PAGE, groupOf, groupsIn, groupsPath } from './page-words.ts'
import type { Words } from './translate.ts'

const common: Record<string, Words> = wordsOf('fa', 'common')

describe('a page', () => {
  it('names the groups that its render asked for, and those that any page may need later', () => {
    const { i18n, groupsOfPage } = createPageI18n('fa')
    const t = i18n.t as unknown as (key: string | string[]) => unknown
    expect(t('lookup.search')).toBe((common.lookup as Record<string, Words>).search)
    t(['brand', 'contact.lead'])
    t('no-such-group.sentence')
    const named = groupsOfPage()
    expect(named).toEqual([...GROUPS_OF_EVERY_PAGE, 'brand', 'contact', 'lookup'].sort())
    expect(wordsOfGroups('fa', named)?.lookup).toBe(common.lookup)
  })

  it('knows nothing of what another page asked for', () => {
    createPageI18n('fa').i18n.t('lookup.search')
    expect(createPageI18n('fa').groupsOfPage()).not.toContain('lookup')
  })

  it('may need only groups that exist', () => {
    for (const group of GROUPS_OF_EVERY_PAGE) expect(wordsOfGroups('en', [group]), group).not.toBeNull()
    expect(wordsOfGroups('en', ['ui', 'no-such-group'])).toBeNull()
    expect(wordsOfGroups('en', ['toString'])).toBeNull()
    expect(wordsOfGroups('en', [''])).toBeNull()
  })
})

describe('the browser', () => {
  const thrownBy = (say: () => unknown) => {
    try {
      say()
    } catch (thrown) {
      return thrown
    }
    throw new Error('nothing was thrown')
  }

  it('waits for a group that the page did not bring, and asks for it once', async () => {
    const asked: string[] = []
    const { t } = createBrowserI18n('fa', { brand: 'Quayside' }, async (group) => {
      asked.push(group)
      return common[group] ?? {}
    })
    expect(t('brand')).toBe('Quayside')
    const coming = thrownBy(() => t('lookup.search'))
    expect(thrownBy(() => t('common:lookup.pending'))).toBe(coming)
    await coming
    expect(t('lookup.search')).toBe((common.lookup as Record<string, Words>).search)
    expect(asked).toEqual(['lookup'])
  })

  it('asks again for a group that did not come', async () => {
    let tries = 0
    const { t } = createBrowserI18n('fa', {}, async () => {
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      return common.lookup ?? {}
    })
    await expect(thrownBy(() => t('lookup.search'))).rejects.toThrow('Failed to fetch')
    await thrownBy(() => t('lookup.search'))
    expect(t('lookup.search')).not.toBe('lookup.search')
  })
})

describe('a page whose words do not come at once', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks until they are there, less and less often', async () => {
    const asked: number[] = []
    vi.useFakeTimers({ now: 0 })
    vi.stubGlobal('fetch', async () => {
      asked.push(Math.round(Date.now() / 1000))
      if (Date.now() < 100_000) throw new TypeError('Failed to fetch')
      if (Date.now() < 150_000) return new Response('', { status: 503 })
      return Response.json({ brand: 'Quayside' })
    })
    const page = {
      documentElement: { lang: 'fa' },
      baseURI: 'https://quayside.example/',
      getElementById: () => ({ getAttribute: () => '/words/fa/brand?v=abc' }),
    } as unknown as Document
    const reading = readBrowserI18n(page)
    await vi.advanceTimersByTimeAsync(200_000)
    expect((await reading).t('brand')).toBe('Quayside')
    expect(asked).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121, 151])
  })
})

it('the address of words names the language, the groups and the version', () => {
  expect(groupOf('common:lookup.decision.title')).toBe('lookup')
  expect(groupOf('brand')).toBe('brand')
  const path = groupsPath(['lookup', 'ui'], { language: 'fa', version: 'abc' })
  expect(path).toBe('/words/fa/lookup.ui?v=abc')
  expect(groupsIn('lookup.ui')).toEqual(['lookup', 'ui'])
})
