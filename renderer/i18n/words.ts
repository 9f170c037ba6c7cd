/** The shape both languages share: English has the keys, Turkish must have each of them. */
export type WordsOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : WordsOf<T[K]> };
