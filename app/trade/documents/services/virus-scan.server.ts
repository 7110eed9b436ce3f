/** Scans a file for malware with ClamAV's daemon, where one is configured (clamd(8), INSTREAM). */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'

export type ScannerPlace = { host: string; port: number } | { path: string }

/** The scanner's name of the malware. Null: none was found. */
export type Scan = { found: string | null }

/** The scanner does not answer, or gives no verdict: the file may exceed its StreamMaxLength. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable' as const
}

/** Timeout without any answer of the scanner. */
const PATIENCE_MS = 30_000
const LONGEST_ANSWER = 4_096

/** Streams the content to the scanner, and always ends it. Throws ScannerUnavailable, and errors of the content. */
export async function scanForViruses(
  place: ScannerPlace,
  content: Readable,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Scan> {
  const socket = connect(place)
  socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no answer within ${patienceMs} ms`)))
  const answer = readAnswer(socket)
  // Awaited after sending; the scanner may hang up before.
  answer.catch(() => undefined)
  try {
    await send(socket, 'zINSTREAM\0')
    for await (const chunk of content) {
      const size = Buffer.alloc(4)
      size.writeUInt32BE((chunk as Buffer).length)
      if (!(await send(socket, Buffer.concat([size, chunk as Buffer])))) break
    }
    await send(socket, Buffer.alloc(4))
    return readVerdict(await answer)
  } finally {
    content.destroy()
    socket.destroy()
  }
}

/** False: the scanner takes no more bytes and has answered why. */
async function send(socket: Socket, bytes: string | Buffer): Promise<boolean> {
  if (!socket.writable) return false
  if (!socket.write(bytes)) {
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  }
  return socket.writable
}

async function readAnswer(socket: Socket): Promise<string> {
  let text = ''
  try {
    for await (const chunk of socket) {
      text += String(chunk)
      if (text.includes('\0') || text.length > LONGEST_ANSWER) break
    }
  } catch (cause) {
    if (text === '') throw new ScannerUnavailable('The virus scanner does not answer', { cause })
  }
  return text.split('\0')[0]?.trim() ?? ''
}

function readVerdict(answer: string): Scan {
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (found !== undefined) return { found }
  if (answer === 'stream: OK') return { found: null }
  throw new ScannerUnavailable(`The virus scanner answers: ${answer.slice(0, 200) || 'nothing'}`)
}
