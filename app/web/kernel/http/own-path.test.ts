import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('a path to go on to after signing in', () => {
  it.each(['/', '/dashboard?txid=auto_7K3MQ9XHW2TPV4ZD0000', '/submit#type'])('%s is ours', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    '',
    'dashboard',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
  ])('%j could lead elsewhere', (path) => {
    expect(ownPath(path)).toBeNull()
  })
})
