import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { RefreshWithoutScript } from './refresh-without-script.tsx'

/** Navigates to another page after a while. Without JavaScript the wait is rounded up to whole seconds. */
export function MoveOn({ to, afterMs }: { to: string; afterMs: number }) {
  const navigate = useNavigate()

  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs])

  return <RefreshWithoutScript seconds={Math.ceil(afterMs / 1000)} to={to} />
}
