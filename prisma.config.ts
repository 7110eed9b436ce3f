import { defineConfig } from 'prisma/config'
import { readDatabaseUrl } from './app/config.server.ts'

// `prisma generate` requires its schema engine but never runs it; without this it would download one.
const isGenerating = process.argv.includes('generate')
if (isGenerating) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

// Also from DATABASE_URL_FILE. `generate` uses no database, so a wrong setting must not stop it.
const url = isGenerating ? null : readDatabaseUrl(process.env)

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node prisma/seed.ts' },
  ...(url === null ? {} : { datasource: { url } }),
})
