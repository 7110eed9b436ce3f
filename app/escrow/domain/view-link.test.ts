import { expect, it } from 'vitest'
import { isLiveLink, VIEW_LINK_LIFE_MS } from './view-link.ts'

const madeAt = new Date('2026-11-23T08:00:00Z')
const link = { expiresAt: new Date(madeAt.getTime() + VIEW_LINK_LIFE_MS), revokedAt: null }

it('opens for seven days, and not after it was revoked', () => {
  expect(isLiveLink(link, madeAt)).toBe(true)
  expect(isLiveLink(link, new Date('2026-11-30T07:59:59Z'))).toBe(true)
  expect(isLiveLink(link, new Date('2026-11-30T08:00:00Z'))).toBe(false)
  expect(isLiveLink({ ...link, revokedAt: madeAt }, madeAt)).toBe(false)
})
