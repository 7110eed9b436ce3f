import { type LoaderFunctionArgs, redirect } from '@remix-run/node'

/** Addresses of before, in bookmarks and letters: everything of the own account is below /settings. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect(`${pathname.replace(/^\/account/, '/settings').replace(/\.data$/, '')}${search}`, 301)
}
