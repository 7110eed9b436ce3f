/** Keeps one session for each configured server: opened when first needed, and again after it ended. */
import { type Conduct, type EndpointLog, type Endpoints, openEndpoints } from '../endpoints.server.ts'
import { assertKnown, type KnownHistory } from '../history.ts'
import { readHistory } from './history.server.ts'
import { openXrplSession, type Session, type SessionSettings, unavailable } from './session.server.ts'

export type ConnectionSettings = {
  /** ws:// or wss://; the first is preferred, the next takes over when it fails. */
  urls: readonly string[]
  networkId: number
  /** Every connection has to show it before its answers to `ask` count. */
  known?: KnownHistory | undefined
  log?: EndpointLog
}

export type Connection = {
  session(): Promise<Session>
  /** For a separate session. */
  settings: SessionSettings
  close(): Promise<void>
}

export type Connections = Endpoints<Connection> & {
  /** As `use`, with an open session whose server shows the known history. Throws HistoryDoubted where none does. */
  ask<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /** As `ask`, on any server: for callers that compare histories themselves. */
  askAny<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export function openConnections({ urls, networkId, known, log }: ConnectionSettings): Connections {
  const endpoints = openEndpoints({
    network: 'xrpl',
    urls,
    open: (url, conduct: Conduct) => openConnection({ url, networkId, conduct }),
    log,
  })
  /** A connection stays with its server: each has to show the known history only once. */
  const believed = new WeakSet<Session>()
  const believe = async (session: Session) => {
    if (believed.has(session)) return session
    await assertKnown('xrpl', known, (sequence) => readHistory(session, sequence))
    believed.add(session)
    return session
  }
  return {
    ...endpoints,
    ask: (work) => endpoints.use(async (line) => work(await believe(await line.session()))),
    askAny: (work) => endpoints.use(async (line) => work(await line.session())),
    async close() {
      await Promise.all(endpoints.all.map((line) => line.close()))
    },
  }
}

function openConnection(settings: SessionSettings): Connection {
  let current: Promise<Session> | null = null
  let isClosed = false
  return {
    settings,
    session() {
      if (isClosed) return Promise.reject(unavailable('the connection to rippled is closed'))
      if (current === null) {
        const opening = openXrplSession(settings)
        current = opening
        const forget = () => {
          if (current === opening) current = null
        }
        opening.then((session) => session.ended.then(forget), forget)
      }
      return current
    },
    async close() {
      isClosed = true
      const session = await current?.catch(() => null)
      await session?.close()
    },
  }
}
