import type { Language } from '#app/kernel/i18n/languages.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { loadViewer } from './viewer.server.ts'

/** The language of this request's reader, the same that the page's frame uses. */
export async function readerLanguage(request: Request): Promise<Language> {
  const viewer = await loadViewer(request)
  return detectLanguage(request, viewer?.language)
}
