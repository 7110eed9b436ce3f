/** A database address behind a transaction pooler: web app and worker refuse to start, and the doctor reports it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTransactionPooler } from '#tests/support/runner/transaction-pooler.ts'
import { examine } from '../../doctor/examine.ts'
import { findFreePorts } from '../../launcher/problems.ts'
import { openPool } from '../database.ts'
import type { Ground } from '../ground.ts'
import { openPlace } from '../place.ts'

const SENTENCE = 'DATABASE_URL leads through a pooler'
const BACKENDS = 5

/** Throws when one of them starts, or when the doctor misses it or says that the database does not answer. */
export async function refusePooler({ databaseUrl, settings, webSettings, program }: Ground): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-pooler-'))
  const debian = await openPool({ folder, url: databaseUrl, mode: 'transaction' })
  const ours = debian ? null : await startTransactionPooler(databaseUrl, { backends: BACKENDS, deals: 'longest' })
  const url = debian?.url ?? ours?.url ?? ''
  try {
    const seconds: string[] = []
    for (const role of ['web', 'worker'] as const) {
      const port = role === 'web' ? await findFreePorts(1) : null
      const env = { ...(role === 'web' ? webSettings : settings), DATABASE_URL: url }
      const place = openPlace({ role, program, port, env })
      const began = performance.now()
      const started = await place.start().then(
        () => true,
        () => false,
      )
      await place.stop()
      if (started) throw new Error(`the ${role} process starts through a transaction pooler`)
      if (!place.lines().some((line) => line.includes(SENTENCE))) {
        throw new Error(`the ${role} process ended for another reason: ${place.lines().join(' ')}`)
      }
      seconds.push(`${role} refused in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    }
    const found = await examine({ ...settings, DATABASE_URL: url })
    if (!found.some(({ about, says }) => about === 'pooling' && says.includes(SENTENCE))) {
      throw new Error('the doctor does not name the pooler')
    }
    const untrue = found.find(({ about, verdict }) => about === 'database' && verdict === 'mend')
    if (untrue) throw new Error(`the doctor says of the database: ${untrue.says}`)
    return `${debian ? 'PgBouncer' : 'a pooler of our own'}: ${seconds.join(', ')}, the doctor names it`
  } finally {
    await debian?.close()
    await ours?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}
