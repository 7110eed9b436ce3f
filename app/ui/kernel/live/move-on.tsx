import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** Leads to another page after a while. Without JavaScript the wait is rounded up to whole seconds. */
export function MoveOn({ to, afterMs }: { to: string; afterMs: number }) {
  const navigate = useNavigate()

  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs])

  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${Math.ceil(afterMs / 1000)};url=${to}`} />
    </noscript>
  )
}
