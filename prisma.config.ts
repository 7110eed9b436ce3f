import { defineConfig } from 'prisma/config'
import { readDatabaseUrl } from './app/config.server.ts'

// `prisma generate` wants its schema engine to be there, though it never runs it; without this it would download one.
const isGenerating = process.argv.includes('generate')
if (isGenerating) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

// From DATABASE_URL_FILE, too. It asks no database, and so minds no setting that is wrong.
const url = isGenerating ? null : readDatabaseUrl(process.env)

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node prisma/seed.ts' },
  ...(url === null ? {} : { datasource: { url } }),
})
