/** Forms that must do their work once carry a token of their page; it is stored with what they did (kernel/db/forms/form-tokens). */
import { randomUUID } from 'node:crypto'
import type { FormFields } from './form-fields.ts'

const TOKEN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** For the page that shows the form. */
export function issueFormToken(): string {
  return randomUUID()
}

/** Undefined for a form that carries none, or something else. */
export function readFormToken(fields: FormFields): string | undefined {
  const token = fields.get('formToken')
  return isFormToken(token) ? token : undefined
}

export function isFormToken(text: string): boolean {
  return TOKEN.test(text)
}
