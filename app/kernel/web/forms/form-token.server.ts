/** Forms that do their work once carry their page's token, stored with the result (kernel/db/forms/form-tokens). */
import { randomUUID } from 'node:crypto'
import type { FormFields } from './form-fields.ts'

const TOKEN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function issueFormToken(): string {
  return randomUUID()
}

/** Undefined: the form has none, or an invalid one. */
export function readFormToken(fields: FormFields): string | undefined {
  const token = fields.get('formToken')
  return isFormToken(token) ? token : undefined
}

export function isFormToken(text: string): boolean {
  return TOKEN.test(text)
}
