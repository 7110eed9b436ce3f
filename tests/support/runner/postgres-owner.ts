/** Starts the embedded PostgreSQL of a folder, prints its address, and waits to be killed. */
import { startPostgres } from '#scripts/launcher/postgres.ts'

const [folder = '', port = ''] = process.argv.slice(2)
const { url, pid } = await startPostgres({ folder, port: Number(port), durability: 'fast' })
console.log(JSON.stringify({ url, pid }))
setInterval(() => undefined, 60_000)
