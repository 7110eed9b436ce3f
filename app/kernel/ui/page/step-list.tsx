export function StepList({
  id,
  title,
  steps,
}: {
  id: string
  title: string
  steps: { title: string; text: string }[]
}) {
  return (
    <section id={id} className="sheet">
      <header>
        <h2>{title}</h2>
      </header>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
