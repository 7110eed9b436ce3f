import { type ReactNode, useContext } from 'react'
import { Disclosure } from './disclosure.tsx'
import { SheetPlace } from './sheet.tsx'

type FormDisclosureProps = { summary: ReactNode; open: boolean; children: ReactNode }

/** A form behind a button that opens it; in a fold, which is open already, the form itself. */
export function FormDisclosure({ summary, open, children }: FormDisclosureProps) {
  if (useContext(SheetPlace) === 'fold') return children
  return (
    <Disclosure summary={summary} look="act" open={open} noPrint>
      {children}
    </Disclosure>
  )
}
