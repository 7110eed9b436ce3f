import { Client, Wallet } from 'xrpl'
import { createFaults } from '#harbour/faults.ts'
import { startRippled } from './server.ts'
const w = Wallet.generate()
const r = await startRippled({ port: 0, networkId: 763, ledgerMs: 50, journalFile: null, genesis: [{ address: w.address, drops: '1000000000' }], faults: createFaults() })
const c = new Client(r.url); await c.connect()
const res = await c.submitAndWait({ TransactionType: 'TicketCreate', Account: w.address, TicketCount: 2 }, { wallet: w, autofill: true })
console.log(JSON.stringify(res, null, 1))
const ask = async () => (await c.request({ command: 'account_objects', account: w.address, type: 'ticket', ledger_index: 'validated', limit: 200 })).result
console.log(JSON.stringify(await ask()))
await new Promise((s) => setTimeout(s, 300))
console.log(JSON.stringify(await ask()))
console.log(JSON.stringify((await c.request({ command: 'account_info', account: w.address, ledger_index: 'validated' })).result))
await c.disconnect(); await r.close()
