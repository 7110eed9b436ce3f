import { type FormFields, FormTooLarge, FormUnreadable, readForm } from './read-form.server.ts'

/** Reads a form without files. Throws a 413, 415 or 400 Response for what no page of ours sends. */
export async function readFields(request: Request): Promise<FormFields> {
  try {
    const { fields } = await readForm(request)
    return fields
  } catch (error) {
    if (error instanceof FormTooLarge) throw new Response(null, { status: 413 })
    if (error instanceof FormUnreadable) throw new Response(null, { status: error.status })
    throw error
  }
}
