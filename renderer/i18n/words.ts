/** Common shape of the languages: English defines the keys, Turkish must have each of them. */
export type WordsOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : WordsOf<T[K]> };
