/** What a person wrote, as they wrote it: in their own direction, with their line breaks. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className="quote" dir="auto">
      {children}
    </blockquote>
  )
}
