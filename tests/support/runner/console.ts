/** Vitest's set-up file: a test that logs an error on the console fails, even if every assertion held. */
import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

const print = console.error
let errors: string[] = []

beforeEach(() => {
  errors = []
  console.error = (...values: unknown[]) => {
    errors.push(format(...values))
    print(...values)
  }
})

afterEach(() => {
  console.error = print
  if (errors.length > 0) throw new Error(`console.error was called ${errors.length} time(s), first with: ${errors[0]}`)
})
