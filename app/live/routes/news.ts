import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerNews } from '#app/live/web/answer-news.server.ts'

/** Waiting pages poll this instead of themselves (docs/decisions/054). */
export function loader({ request }: LoaderFunctionArgs) {
  return answerNews(request)
}
