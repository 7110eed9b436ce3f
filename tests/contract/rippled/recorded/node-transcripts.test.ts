/** The harbour's rippled gets every request that was recorded from a real node, and its answers are compared. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Difference, differences } from './transcript-differences.ts'
import { ELSEWHERE, KNOWN, UNSUPPORTED } from './transcript-known.ts'
import { areThere, replay, TRANSCRIPTS, transcriptNames } from './transcripts.ts'

if (!areThere) console.warn(`Transcripts of a node are not replayed: there is no ${TRANSCRIPTS}.`)

type Found = Difference & { transcript: string; step: number }

const nameOf = ({ transcript, step, path }: Found) => `${transcript}#${step} ${path}`

function isUnsupported({ transcript, step }: Found): boolean {
  return UNSUPPORTED.some((one) => one.transcript === transcript && step >= one.step)
}

describe.skipIf(!areThere)('the harbour answers as the node did', () => {
  const names = areThere ? transcriptNames().filter((name) => !(name in ELSEWHERE)) : []
  const found = new Map<string, Found[]>()
  beforeAll(async () => {
    for (const transcript of names) {
      const played = await replay(transcript)
      found.set(
        transcript,
        played.flatMap(({ id, ours, theirs }) =>
          differences(ours, theirs).map((one) => ({ ...one, transcript, step: id })),
        ),
      )
    }
  })

  test.each(names)('%s', (name) => {
    const unexplained = (found.get(name) ?? [])
      .filter((one) => !isUnsupported(one) && !KNOWN.some(({ where }) => where.test(nameOf(one))))
      .map((one) => `${nameOf(one)} is ${one.ours}, recorded it is ${one.theirs}`)
    expect(unexplained).toEqual([])
  })

  test('and nothing is excused that has come to pass', () => {
    const all = [...found.values()].flat()
    const supported = all.filter((one) => !isUnsupported(one))
    const needless = KNOWN.filter(({ where }) => !supported.some((one) => where.test(nameOf(one)))).map(
      ({ where, why }) => `${where}: ${why}`,
    )
    const overtaken = UNSUPPORTED.filter(
      ({ transcript, step }) => !all.some((one) => one.transcript === transcript && one.step === step),
    ).map(({ transcript, step }) => `${transcript}#${step}`)
    expect([...needless, ...overtaken]).toEqual([])
  })
})
