import type { placement } from './placement.ts'

export const en = {
  boxRole: 'signature box',
  boxLabel: (width, height, left, top) =>
    `${width} by ${height} points, ${left} from the left edge and ${top} from the top edge`,
  boxKeys: 'Arrows move it by 1 point, with Shift by 10; with Alt they resize it; Esc removes it.',
  moveHint: 'Drag to move · arrows to adjust by 1 pt · Esc to remove',
  moveHintPhone: 'Drag the stamp · pinch to zoom',
  placeHint: 'Drag on the page to draw where your signature goes',
  placeHintPhone: 'Tap the page where your signature goes',
  turnedHint: 'The view is rotated: set it upright to place your signature',
} satisfies typeof placement
