/** Attacks by requests: too large, too many, or malformed. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { openVisitor } from '../trade/http-client.ts'
import { newEmail, register } from '../trade/steps.ts'
import { type Attack, openSmallEscrow, pilotBuyer } from './people.ts'

const MEGABYTE = 1024 * 1024
const SENT_MB = 100
const MOST_TAKEN_MB = 16
const PRINTED_AT_ONCE = 20
/** The timeout of the health check in fly.toml. */
const LONGEST_WAIT_MS = 5_000

/** A form without files, as large as all files together: it must not be buffered whole. */
export const memory: Attack = async ({ origin }) => {
  const { visitor } = await register(origin, { role: 'seller' })
  const cookie = visitor.cookies().map(({ name, value }) => `${name}=${value}`)
  const { status, sentMb } = await sendEndlessly(`${origin}/seller-confirm`, cookie.join('; '))
  const isHeld = status === 413 && sentMb <= MOST_TAKEN_MB
  return { isHeld, seen: `answered ${status} when ${sentMb} of ${SENT_MB} MB were sent` }
}

function sendEndlessly(url: string, cookie: string): Promise<{ status: number; sentMb: number }> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: new URL(url).origin,
    Cookie: cookie,
  }
  return new Promise((resolve, reject) => {
    let sentMb = 0
    const sending = request(url, { method: 'POST', headers }, ({ statusCode = 0 }) => {
      resolve({ status: statusCode, sentMb })
      sending.destroy()
    })
    sending.on('error', reject)
    const piece = Buffer.alloc(MEGABYTE, 'a')
    const send = () => {
      if (sending.destroyed) return
      if (sentMb === SENT_MB) return void sending.end()
      sentMb += 1
      sending.write(piece, send)
    }
    sending.write('x=')
    send()
  })
}

/** One party prints many settlement statements at once, while somebody else wants to log in. */
export const statements: Attack = async (place) => {
  const buyer = await pilotBuyer(place)
  const { txid } = await openSmallEscrow(buyer, newEmail('seller'))
  const printing = Array.from({ length: PRINTED_AT_ONCE }, async () => {
    const answer = await buyer.visitor.send(`/statements/${txid}.pdf?lng=zh`)
    await answer.arrayBuffer()
    return answer.status
  })
  const began = Date.now()
  const login = await openVisitor(place.origin).send('/login')
  await login.arrayBuffer()
  const waited = Date.now() - began
  const statuses = await Promise.all(printing)
  const failed = statuses.filter((status) => status === 500).length
  const printed = statuses.filter((status) => status === 200).length
  return {
    isHeld: login.ok && waited < LONGEST_WAIT_MS && failed === 0,
    seen: `a stranger’s login page took ${waited} ms; ${printed} of ${PRINTED_AT_ONCE} printed, ${failed} errors`,
  }
}

const ODD = [
  'GET / HTTP/1.1\r\nHost: foo bar',
  'GET / HTTP/1.1\r\nHost: a:99999999',
  'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example',
  'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1',
  'TRACE / HTTP/1.1\r\nHost: 127.0.0.1',
  'GET /faq HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Host: a:99999999',
  'POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: null\r\nContent-Length: 0',
  'POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\nContent-Length: 0',
]

/** Requests that no page sends: no 5xx error, and our headers on each answer. */
export const oddRequests: Attack = async ({ origin }) => {
  const answers = await Promise.all(ODD.map((head) => sendRaw(origin, head)))
  const statuses = answers.map((answer) => Number(answer.split(' ')[1]))
  const areOurs = answers.every((answer) => /^x-content-type-options: nosniff/im.test(answer))
  return { isHeld: areOurs && statuses.every((status) => status < 500), seen: `answered ${statuses.join(', ')}` }
}

function sendRaw(origin: string, head: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
