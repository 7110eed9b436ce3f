/** Joins the class names that hold: `classNames('b', isSmall && 'b--small')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
