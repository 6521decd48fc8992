import { Button } from '../../ui/button.tsx'

export function StylePage() {
  return (
    <main>
      <Button variant="primary">Guardar</Button>
    </main>
  )
}
