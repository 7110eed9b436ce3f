/** Locks that die with their connection: a killed worker holds nothing (design.md §2, Payout). */
import pg from 'pg'

export interface Locks {
  /** Runs `work` while holding the lock, or answers 'busy' at once when somebody else holds it. */
  tryWithLock<Result>(name: string, work: () => Promise<Result>): Promise<Result | 'busy'>
}

export function openLocks(databaseUrl: string): Locks {
  return {
    async tryWithLock(name, work) {
      const connection = new pg.Client({ connectionString: databaseUrl })
      // Without a listener a connection that PostgreSQL drops would end the process; the next query reports it anyway.
      connection.on('error', () => undefined)
      await connection.connect()
      try {
        const { rows } = await connection.query<{ taken: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
          [name],
        )
        return rows[0]?.taken ? await work() : 'busy'
      } finally {
        await connection.end()
      }
    },
  }
}
