import type { Person } from '#app/queries/desk/desk-cases.server.ts'

/** A name and the address to write to. */
export function PersonName({ person: { name, email } }: { person: Person }) {
  return (
    <>
      {name}{' '}
      <a className="person" href={`mailto:${email}`}>
        {email}
      </a>
    </>
  )
}
