import { describe, expect, test } from 'vitest'
import { addTallies, NOTHING, tellTally } from './test-tally.ts'

describe('the last lines', () => {
  const tally = (count: number) => ({
    passed: count,
    failed: 0,
    skipped: 0,
    files: Array.from({ length: count }, (_, index) => ({ file: `${index}.test.ts`, ms: (index + 1) * 100 })),
    failures: [],
  })

  test('are one where few files ran', () => {
    expect(tellTally(tally(10))).toEqual(['10 passed, 0 failed'])
    expect(tellTally({ ...NOTHING, passed: 1, skipped: 2 })).toEqual(['1 passed, 0 failed, 2 skipped'])
  })

  test('name the ten slowest files of all runs, and the result comes last', () => {
    const lines = tellTally(addTallies(tally(6), { ...tally(14), failed: 1 }))
    expect(lines).toHaveLength(13)
    expect(lines[1]).toBe('    1.4 s  13.test.ts')
    expect(lines.at(-1)).toBe('20 passed, 1 failed')
  })

  test('tell once more what failed, in the words of its error, just before the result', () => {
    const failure = { where: 'a.test.ts > pays once', reason: '\u001b[31mexpected 1\u001b[39m\nto be 2' }
    const lines = tellTally(addTallies(tally(1), { ...NOTHING, failed: 1, failures: [failure] }))
    expect(lines).toEqual([
      'What failed:',
      '  a.test.ts > pays once',
      '    expected 1',
      '    to be 2',
      '',
      '1 passed, 1 failed',
    ])
  })

  test('tell no more than the beginning of many failures', () => {
    const failures = Array.from({ length: 22 }, (_, index) => ({ where: `${index}.test.ts`, reason: 'x'.repeat(999) }))
    const lines = tellTally({ ...NOTHING, failed: 22, failures })
    expect(lines.filter((line) => /^ {2}\d/.test(line))).toHaveLength(20)
    expect(lines).toContain('  and 2 more, told above')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(900)
  })
})
