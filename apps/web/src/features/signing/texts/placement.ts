import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const placement = {
  boxRole: 'recuadro de la firma',
  boxLabel: (width: number, height: number, left: number, top: number) =>
    `${width} por ${height} puntos, a ${left} del borde izquierdo y ${top} del borde superior`,
  boxKeys: 'Flechas para mover 1 punto, con mayúsculas 10; con Alt cambian el tamaño; Esc lo quita.',
  moveHint: 'Arrastra para mover · flechas para ajustar 1 pt · Esc para quitar',
  moveHintPhone: 'Arrastra el sello · pellizca para acercar',
  placeHint: 'Arrastra en la página para dibujar dónde va tu firma',
  placeHintPhone: 'Toca la página donde va tu firma',
  turnedHint: 'La vista está girada: enderézala para colocar tu firma',
}

export const usePlacementTexts = defineTexts(placement, () => import('./placement.en.ts'))
