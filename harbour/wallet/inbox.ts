import { json, type Reply, type Request } from '#harbour/http.ts'
import type { Post } from '#harbour/post/server.ts'
import { inboxPage, mailFile, mailHtml, mailPage, mailsTo } from '#harbour/wallet/pages/inbox-pages.ts'

/** /inbox and below. Null: not one of these pages. */
export function answerInbox(post: Post, request: Request): Reply | null {
  const [, place, id, form, file] =
    /^\/(inbox)(?:\/([^/]+)(?:\/(html|raw|file\/(\d)))?)?$/.exec(request.url.pathname) ?? []
  if (request.method !== 'GET' || place === undefined) return null
  if (id === undefined) {
    const to = request.url.searchParams.get('to') ?? ''
    return inboxPage({ mails: mailsTo(post.mails(), to), to })
  }
  const mail = post.find(id)
  if (mail === undefined) return null
  if (file !== undefined) return mailFile(mail, Number(file))
  if (form === 'html') return mailHtml(mail)
  return form === 'raw' ? json(200, mail) : mailPage(mail)
}
