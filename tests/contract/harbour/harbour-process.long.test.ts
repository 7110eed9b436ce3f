import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'

const LEDGER_MS = 100
const stellar = (name: PlayName) => stellarPlayKey(name).publicKey()
const xrpl = (name: PlayName) => xrplPlayWallet(name).address

test('a second start goes on with the ledgers, mails and prices of the first', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'harbour-'))
  const pay = (harbour: Harbour, asset: string, to: string) =>
    fetch(`${harbour.origin}/api/pay`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from: 'buyer', asset, to, amount: '7', memo: '1' }),
    })
  const held = async (harbour: Harbour) => (await fetch(`${harbour.origin}/api/balances?account=seller`)).json()

  const first = await startHarbour({ port: 0, ledgerMs: LEDGER_MS, dataDir })
  expect((await pay(first, 'XLM', stellar('seller'))).status).toBe(200)
  expect((await pay(first, 'XRP', xrpl('seller'))).status).toBe(200)
  first.market.setPrice('XLM', new Decimal('0.2'))
  const before = await held(first)
  await first.close()

  const second = await startHarbour({ port: 0, ledgerMs: LEDGER_MS, dataDir })
  expect(await held(second)).toEqual(before)
  expect(second.market.price('XLM')).toEqual(new Decimal('0.2'))
  expect((await pay(second, 'XRP', xrpl('seller'))).status).toBe(200)
  await second.close()
})

describe('the harbour as a process', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  const start = (port: number, dataDir: string) => {
    const child = spawn(process.execPath, ['harbour/main.ts'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, HARBOUR_PORT: String(port), HARBOUR_LEDGER_MS: '200', DATA_DIR: dataDir },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    children.push(child)
    return {
      child,
      exited: once(child, 'exit') as Promise<[number | null, string | null]>,
      said: firstLine(child.stdout),
      complained: firstLine(child.stderr),
    }
  }

  test('says when it is ready, refuses taken ports in one sentence, and stops on SIGTERM', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'harbour-'))
    const port = await freePorts()
    const one = start(port, dataDir)
    expect(await one.said).toContain(`Harbour ready: wallet http://127.0.0.1:${port}/`)
    const two = start(port, mkdtempSync(join(tmpdir(), 'harbour-')))
    expect(await two.complained).toMatch(/one of them is taken/)
    expect(await two.exited).toEqual([1, null])
    one.child.kill('SIGTERM')
    expect(await one.exited).toEqual([0, null])
  })

  test('stops when its parent goes away', async () => {
    const { child, exited, said } = start(await freePorts(), mkdtempSync(join(tmpdir(), 'harbour-')))
    expect(await said).toContain('Harbour ready')
    child.stdin.end()
    expect(await exited).toEqual([0, null])
  })
})

/** Returns the first line that the process writes; empty when it ends without one. */
async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface(stream)) return line
  return ''
}

/** Returns the first of five free consecutive ports. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 20_000)
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(first + offset)))
    if (free.every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}
