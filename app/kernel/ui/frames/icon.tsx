import { classNames } from '#app/kernel/ui/forms/class-names.ts'

/** Line icons on a 24 grid. */
const PATHS = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  hold: 'M8 5v14M16 5v14',
  play: 'M8 5.5v13l10-6.5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  copy: 'M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2',
  warn: 'M12 4.5 21 19.5H3zM12 10.5v4M12 17h.01',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 11v5M12 8h.01',
  down: 'M12 4.5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14',
  right: 'M5 12h14M13 6l6 6-6 6',
  chev: 'm9.5 6 6 6-6 6',
  clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 7.5V12l3 2',
  x: 'm6 6 12 12M18 6 6 18',
  find: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM16 16l4 4',
  lock: 'M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 18v-6A1.5 1.5 0 0 1 7 10.5zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  bin: 'M5 7h14M10 7V5h4v2M7 7l1 12.5h8L17 7',
  doc: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 15.5h5',
  bollard: 'M7 5.5h10a1.5 1.5 0 0 1 0 4H7a1.5 1.5 0 0 1 0-4zM9 9.5v8M15 9.5v8M4 19.5h16M7 17.5h10',
} as const

export type IconName = keyof typeof PATHS

/** Always beside a word, so hidden from screen readers. Arrows and chevrons that point along the text `flip`. */
export function Icon({ name, flip = false, className }: { name: IconName; flip?: boolean; className?: string }) {
  return (
    <svg className={classNames('i', flip && 'flip', className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
