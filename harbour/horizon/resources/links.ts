type Link = { href: string; templated?: boolean }

export function link(base: string, path: string): Link {
  const href = `${base}${path}`
  return href.includes('{') ? { href, templated: true } : { href }
}

/** A link to a page, with the usual parameters as a template. */
export function pagedLink(base: string, path: string): Link {
  return link(base, `${path}{?cursor,limit,order}`)
}
