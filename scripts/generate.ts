/** `npm run generate`: makes the database client if it is missing or older than the schema. */
import { generateWhenNeeded } from './build.ts'
import { reasonOf } from './launcher/problems.ts'

try {
  await generateWhenNeeded(console.log)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
