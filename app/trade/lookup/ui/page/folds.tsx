import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetPlace } from '#app/kernel/ui/frames/sheet.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { PagePart, Places } from '#app/trade/lookup/domain/places-of.ts'
import { idOfPart } from './part-ids.ts'
import { useTitleOf } from './titles.ts'

type FoldsProps = {
  escrow: PartyView
  places: Places
  draw: (part: PagePart) => ReactNode
  /** The part to open: the URL asks for it, or its form was refused. */
  opened: PagePart | null
}

/** Further actions, one fold each; open in print. */
export function FoldWays({ escrow, places: { ways }, draw, opened }: FoldsProps) {
  const titleOf = useTitleOf(escrow)
  if (ways.length === 0) return null
  return (
    <div className="sheet folds">
      <SheetPlace.Provider value="fold">
        {ways.map((part) => (
          <details key={part} className="folded" open={opened === part}>
            <summary>
              <h2>{titleOf(part)}</h2>
            </summary>
            {draw(part)}
          </details>
        ))}
      </SheetPlace.Provider>
    </div>
  )
}

/** Everything else, in one fold with a list of links; open in print. */
export function Details({ escrow, places: { details }, draw, opened }: FoldsProps) {
  const { t } = useTranslation()
  const titleOf = useTitleOf(escrow)
  useOpenedByAddress()
  return (
    <div className="sheet folds">
      <details id="details" className="folded" open={opened !== null && details.includes(opened)}>
        <summary>
          <h2>{t('lookup.details')}</h2>
        </summary>
        <div className="details">
          <nav className="details__list no-print" aria-label={t('lookup.details')}>
            {details.map((part) => (
              <a key={part} href={`#d-${idOfPart(part)}`}>
                {titleOf(part)}
              </a>
            ))}
          </nav>
          <div>
            <SheetPlace.Provider value="details">
              {details.map((part) => (
                <div key={part} id={`d-${idOfPart(part)}`}>
                  {draw(part)}
                </div>
              ))}
            </SheetPlace.Provider>
          </div>
        </div>
      </details>
    </div>
  )
}

/** Opens the folds around the URL's fragment: browsers do not after client navigation, older ones never. */
function useOpenedByAddress() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same part may be asked for twice.
  useEffect(() => {
    const asked = hash.length > 1 ? document.getElementById(hash.slice(1)) : null
    let fold = asked?.closest('details')
    if (!fold) return
    for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true
    asked?.scrollIntoView()
  }, [hash, key])
}
