import { Link, type LinkProps } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from '#app/kernel/ui/frames/icon.tsx'
import { classNames } from './class-names.ts'

export type ButtonLook = 'filled' | 'line' | 'quiet'

type Look = {
  /** `filled`: one per view, the step that moves things on. `line`: the rest. `quiet`: delete and cancel. */
  look?: ButtonLook
  /** 44 px by default; `small`: 36 px, in rows; `bar`: 40 px, in the header. */
  size?: 'small' | 'bar'
  icon?: IconName
}

/** Submits unless `type` says otherwise. */
export function Button({
  look,
  size,
  icon,
  className,
  children,
  type = 'submit',
  ...rest
}: Look & ComponentProps<'button'>) {
  return (
    <button type={type} className={classNames(buttonClass(look, size), className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link styled as a button: it leads somewhere and changes nothing. */
export function ButtonLink({ look, size, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link className={classNames(buttonClass(look, size), className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

export function buttonClass(look: Look['look'] = 'filled', size?: Look['size']): string {
  return classNames('b', look !== 'filled' && `b--${look}`, size && `b--${size}`)
}
