import { useState } from 'react'

/** What a drag holds on to: the lines of a grid (points between them, 0 without one), the other fields. */
export type SnapSettings = { grid: number; neighbours: boolean }

const name = 'foja-editor-snap'
const usual: SnapSettings = { grid: 0, neighbours: true }

function read(): SnapSettings {
  try {
    const { grid, neighbours } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<SnapSettings>
    return { grid: grid === 5 || grid === 10 ? grid : usual.grid, neighbours: neighbours ?? usual.neighbours }
  } catch {
    return usual
  }
}

/** As this person left it in this browser. */
export function useSnapSettings() {
  const [snap, setSnap] = useState(read)
  const keep = (next: SnapSettings) => {
    setSnap(next)
    try {
      localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // It holds for this visit, then.
    }
  }
  return [snap, keep] as const
}
