/**
 * Vitest's global set-up of the browser tests. One PostgreSQL holds a migrated template with the demo accounts. A stack
 * (harbour, worker, web app, cloned database) starts when a file asks and none is free, and is then lent from file to
 * file: there are as many as files run at once.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type RunningStack, startSource, startStackOfTests } from './stack-of-tests.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where stacks are lent (POST /stacks) and returned (DELETE /stacks/n), and the database that new ones clone. */
    stacks: { lender: string; server: string; template: string }
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const source = await startSource()
  const all: Promise<RunningStack>[] = []
  const lent = new Set<number>()
  const lend = async () => {
    const free = all.findIndex((_, place) => !lent.has(place))
    const place = free === -1 ? all.length : free
    lent.add(place)
    all[place] ??= startStackOfTests(source)
    const { address } = await all[place]
    return { place, ...address }
  }
  const lender = await listen(lend, (place) => lent.delete(place))
  project.provide('stacks', { lender: addressOf(lender), server: source.server, template: source.template })

  return async () => {
    lender.closeAllConnections()
    lender.close()
    const started = await Promise.allSettled(all)
    await Promise.all(started.map((each) => (each.status === 'fulfilled' ? each.value.stop() : undefined)))
    await source.stop()
  }
}

/** Answers the borrower with the error of a stack that does not start. */
async function listen(lend: () => Promise<object>, takeBack: (place: number) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content))
    if (request.method === 'DELETE') {
      takeBack(Number(request.url?.split('/').at(-1)))
      answer(200, {})
      return
    }
    lend().then(
      (stack) => answer(200, stack),
      (error: unknown) => answer(500, { error: String(error) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
