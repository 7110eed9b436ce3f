/** A client that the kernel accepted while the process was busy is answered, although it was asked to stop. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** At /stop it begins to close and blocks its event loop until `flag` is set. Each answer is the requested path. */
const SERVER = `
  import { createServer } from 'node:http'
  import { parentPort, workerData } from 'node:worker_threads'
  const { whenNobodyStandsThere } = await import(workerData.module)
  const flag = new Int32Array(workerData.flag)
  const server = createServer((request, answer) => {
    answer.setHeader('Connection', 'close')
    answer.end(request.url)
    if (request.url !== '/stop') return
    whenNobodyStandsThere(server, () => server.close())
    Atomics.wait(flag, 0, 0)
  })
  server.on('close', () => parentPort.postMessage('closed'))
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

/** Connects, sends the request, and returns the whole answer. */
function ask(port: number, path: string): { dialled: Promise<unknown>; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const heard: string[] = []
  socket.setEncoding('utf8').on('data', (text: string) => void heard.push(text))
  const answer = once(socket, 'end').then(() => heard.join(''))
  const dialled = once(socket, 'connect').then(() => {
    socket.end(`GET ${path} HTTP/1.1\r\nHost: quayside.example\r\n\r\n`)
  })
  return { dialled, answer }
}

test('those who stood before the door when it was to be shut are let in and answered', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SERVER)}`), {
    workerData: { flag: flag.buffer, module: new URL('./shut-door.ts', import.meta.url).href },
  })
  try {
    const [port] = (await once(worker, 'message')) as [number]
    const stopping = ask(port, '/stop')
    await stopping.dialled
    // The server is busy now or soon: it accepts nobody before its next check.
    const waiting = Array.from({ length: 20 }, (_, n) => ask(port, `/waited-${n}`))
    await Promise.all(waiting.map(({ dialled }) => dialled))
    const closed = once(worker, 'message')
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
    for (const [n, { answer }] of waiting.entries()) expect(await answer).toContain(`/waited-${n}`)
    expect(await stopping.answer).toContain('/stop')
    expect(await closed).toEqual(['closed'])
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  } finally {
    await worker.terminate()
  }
})
