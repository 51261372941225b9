import type { Point } from '../../svg.ts'

export type Block = (one: string, two: string, three: string) => [Point[], string][]

const square: Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

function turned(points: Point[], times: number): Point[] {
  return times === 0
    ? points
    : turned(
        points.map(([x, y]): Point => [1 - y, x]),
        times - 1,
      )
}

function around(points: Point[], tone: string): [Point[], string][] {
  return [0, 1, 2, 3].map((times) => [turned(points, times), tone])
}

const star: Block = (one, two, three) => [
  [square, one],
  ...around(
    [
      [0.25, 0],
      [0.5, 0.25],
      [0.25, 0.25],
    ],
    two,
  ),
  ...around(
    [
      [0.75, 0],
      [0.5, 0.25],
      [0.75, 0.25],
    ],
    two,
  ),
  [
    [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.75, 0.75],
      [0.25, 0.75],
    ],
    three,
  ],
  [
    [
      [0.5, 0.3],
      [0.7, 0.5],
      [0.5, 0.7],
      [0.3, 0.5],
    ],
    two,
  ],
]

const pinwheel: Block = (one, two, three) => [
  [square, one],
  ...around(
    [
      [0, 0],
      [0.5, 0],
      [0.5, 0.5],
    ],
    two,
  ),
  ...around(
    [
      [0, 0.5],
      [0, 0.25],
      [0.25, 0.25],
    ],
    three,
  ),
]

const geese: Block = (one, two, three) => [
  [square, one],
  ...[0, 1, 2, 3].map((row): [Point[], string] => [
    [
      [0, (row + 1) / 4],
      [0.5, row / 4],
      [1, (row + 1) / 4],
    ],
    row % 2 ? three : two,
  ]),
]

const cabin: Block = (one, two, three) => [
  [square, one],
  [
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    two,
  ],
  [
    [
      [0.18, 0.18],
      [0.82, 0.18],
      [0.82, 0.82],
      [0.18, 0.82],
    ],
    three,
  ],
  [
    [
      [0.18, 0.18],
      [0.82, 0.18],
      [0.18, 0.82],
    ],
    one,
  ],
  [
    [
      [0.36, 0.36],
      [0.64, 0.36],
      [0.64, 0.64],
      [0.36, 0.64],
    ],
    two,
  ],
]

const diamond: Block = (one, two, three) => [
  [square, one],
  [
    [
      [0.5, 0],
      [1, 0.5],
      [0.5, 1],
      [0, 0.5],
    ],
    two,
  ],
  [
    [
      [0.5, 0],
      [1, 0.5],
      [0.5, 0.5],
    ],
    three,
  ],
  [
    [
      [0.5, 1],
      [0, 0.5],
      [0.5, 0.5],
    ],
    three,
  ],
]

/** The patterns one square of the quilt can be sewn in. */
export const blocks: readonly Block[] = [star, pinwheel, geese, cabin, diamond]
