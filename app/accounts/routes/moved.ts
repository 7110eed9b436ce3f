import { type LoaderFunctionArgs, redirect } from '@remix-run/node'

/** Redirects old addresses, in bookmarks and emails: everything of the own account is now below /settings. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect(`${pathname.replace(/^\/account/, '/settings').replace(/\.data$/, '')}${search}`, 301)
}
