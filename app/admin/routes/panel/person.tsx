import { Link } from '@remix-run/react'
import type { PersonOfPayment } from '#app/admin/queries/unmatched.server.ts'

export function PersonName({ person: { name, email } }: { person: PersonOfPayment }) {
  return (
    <>
      {name !== '' && <Link to={`/admin-panel/lists?${new URLSearchParams({ q: email })}`}>{name}</Link>}{' '}
      <a className="person" href={`mailto:${email}`}>
        {email}
      </a>
    </>
  )
}
