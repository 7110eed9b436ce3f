/** A pooler like managed databases' on port 6543: one of a few backends serves each transaction. No passwords. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Client } from 'pg'

export type TransactionPooler = AsyncDisposable & {
  url: string
}

export type PoolerRules = {
  backends: number
  /** Which free backend serves the next transaction: the one freed last, or the one free longest. */
  deals: 'last' | 'longest'
  /** Pools statements: a transaction is refused. */
  refusesTransactions?: boolean
}

type Backend = { socket: Socket; unanswered: number; serves: Session | null }
type Session = { socket: Socket; waiting: Buffer[]; backend: Backend | null }

const TERMINATE = 0x58
const QUERY = 0x51
const SYNC = 0x53
const READY = 0x5a
const IDLE = 0x49
/** A request for encryption, instead of a start message. */
const SSL_REQUEST = 80_877_103

export async function startTransactionPooler(databaseUrl: string, rules: PoolerRules): Promise<TransactionPooler> {
  const backends = await Promise.all(Array.from({ length: rules.backends }, () => openBackend(databaseUrl)))
  const free = [...backends]
  const queue: Session[] = []
  const sockets = new Set<Socket>()

  const serve = (session: Session): void => {
    if (session.waiting.length === 0) return
    if (session.backend === null) {
      const backend = rules.deals === 'last' ? free.pop() : free.shift()
      if (!backend) {
        if (!queue.includes(session)) queue.push(session)
        return
      }
      session.backend = backend
      backend.serves = session
    }
    for (const message of session.waiting.splice(0)) {
      if (message[0] === QUERY || message[0] === SYNC) session.backend.unanswered += 1
      session.backend.socket.write(message)
    }
  }
  const release = (backend: Backend): void => {
    if (backend.serves) backend.serves.backend = null
    backend.serves = null
    free.push(backend)
    const next = queue.shift()
    if (next) serve(next)
  }
  for (const backend of backends) {
    const take = readMessages((message) => {
      if (backend.serves?.socket.writable) backend.serves.socket.write(message)
      if (message[0] !== READY) return
      backend.unanswered -= 1
      if (backend.unanswered === 0 && message[5] === IDLE) release(backend)
    })
    backend.socket.on('data', take)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    const session: Session = { socket, waiting: [], backend: null }
    const take = readMessages((message) => {
      if (message[0] === TERMINATE) return socket.end()
      if (rules.refusesTransactions && message[0] === QUERY && /^begin/i.test(message.toString('utf8', 5))) {
        return socket.write(
          Buffer.concat([refusal('transaction blocks not allowed in statement pooling mode'), READY_IDLE]),
        )
      }
      session.waiting.push(message)
      serve(session)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      // Its open transaction is rolled back; nobody gets the answer.
      if (session.backend) session.backend.unanswered += 1
      session.backend?.socket.write(simpleQuery('rollback'))
    })
    welcome(socket, take)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      for (const { socket } of backends) socket.end(Buffer.from([TERMINATE, 0, 0, 0, 4]))
    },
  }
}

/** pg signs in; then its connection is taken over. */
async function openBackend(connectionString: string): Promise<Backend> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  socket.removeAllListeners('data')
  socket.on('error', () => socket.destroy())
  return { socket, unanswered: 0, serves: null }
}

/** Answers a client's start message, which has no type byte; afterwards `take` gets the data. */
function welcome(socket: Socket, take: (piece: Buffer) => void): void {
  let held = Buffer.alloc(0)
  const begin = (piece: Buffer) => {
    held = Buffer.concat([held, piece])
    if (held.length < 8 || held.length < held.readInt32BE(0)) return
    const [start, rest] = [held.subarray(0, held.readInt32BE(0)), held.subarray(held.readInt32BE(0))]
    held = Buffer.alloc(0)
    if (start.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N')
      return begin(rest)
    }
    socket.off('data', begin)
    socket.on('data', take)
    socket.write(Buffer.concat([framed('R', Buffer.alloc(4)), READY_IDLE]))
    if (rest.length > 0) take(rest)
  }
  socket.on('data', begin)
}

/** Splits a stream into PostgreSQL's messages: a type byte, and a length that includes itself. */
function readMessages(take: (message: Buffer) => void): (piece: Buffer) => void {
  let held = Buffer.alloc(0)
  return (piece) => {
    held = Buffer.concat([held, piece])
    while (held.length >= 5 && held.length > held.readInt32BE(1)) {
      const length = 1 + held.readInt32BE(1)
      const message = held.subarray(0, length)
      held = held.subarray(length)
      take(message)
    }
  }
}

function framed(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(letter), length, body])
}

const READY_IDLE = framed('Z', Buffer.from('I'))
const simpleQuery = (sql: string) => framed('Q', Buffer.from(`${sql}\0`))
const refusal = (words: string) => framed('E', Buffer.from(`SERROR\0VERROR\0C08P01\0M${words}\0\0`))
