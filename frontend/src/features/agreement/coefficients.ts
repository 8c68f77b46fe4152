/** What each coefficient is called and means. All of them are ours: the papers report plain percentages. */

type Coefficient = { name: string; definition: string }

const COEFFICIENTS: Record<string, Coefficient> = {
  percent: {
    name: "Percent agreement",
    definition: "The mean, over turns with two or more ratings, of the share of rater pairs that gave the same answer.",
  },
  alpha: {
    name: "Krippendorff’s alpha",
    definition:
      "One minus observed over expected disagreement, for any number of raters and with gaps allowed. 1 is perfect, 0 is chance.",
  },
  ac1: {
    name: "Gwet’s AC1",
    definition:
      "Agreement beyond chance, with a chance that does not grow when one answer is rare. It stands beside alpha because rare labels pull alpha down.",
  },
  ac2: { name: "Gwet’s AC2", definition: "AC1 with quadratic weights: near answers count as partly agreeing." },
  fleiss_kappa: {
    name: "Fleiss’ kappa",
    definition: "Kappa for many raters, generalised to unequal numbers of raters a turn (Gwet 2014).",
  },
  conger_kappa: {
    name: "Conger’s kappa",
    definition: "Kappa for many raters whose habits may differ from each other.",
  },
  light_kappa: { name: "Light’s kappa", definition: "The mean of Cohen’s kappa over all pairs of raters." },
  scott_pi: { name: "Scott’s pi", definition: "Kappa with one distribution of answers shared by the raters." },
  bennett_s: { name: "Bennett’s S", definition: "Kappa whose chance is one over the number of answers." },
  positive_agreement: {
    name: "Positive agreement",
    definition: "Of the ratings that say present, the share whose partner says so too.",
  },
  negative_agreement: {
    name: "Negative agreement",
    definition: "Of the ratings that say absent, the share whose partner says so too.",
  },
  icc_1_1: { name: "ICC(1,1)", definition: "Reliability of one rating, with raters drawn anew for each turn." },
  icc_a_1: { name: "ICC(A,1)", definition: "Reliability of one rating; raters who lie apart count as disagreement." },
  icc_c_1: { name: "ICC(C,1)", definition: "Reliability of one rating; raters who lie evenly apart still agree." },
  icc_1_k: { name: "ICC(1,k)", definition: "ICC(1,1) of the mean over the raters." },
  icc_a_k: { name: "ICC(A,k)", definition: "ICC(A,1) of the mean over the raters: what a consensus is worth." },
  icc_c_k: { name: "ICC(C,k)", definition: "ICC(C,1) of the mean over the raters." },
  kendall_w: { name: "Kendall’s W", definition: "Agreement of the raters’ rankings, 0 to 1." },
  cronbach_alpha: {
    name: "Cronbach’s alpha",
    definition: "Consistency of the raters as if they were items of one test.",
  },
}

const PAIRS: Record<string, Coefficient> = {
  cohen_kappa: { name: "Cohen’s kappa", definition: "Agreement of two raters beyond chance." },
  weighted_kappa: {
    name: "Weighted kappa",
    definition: "Agreement of two raters beyond chance; quadratic weights over all levels of the codebook.",
  },
  ccc: {
    name: "Lin’s concordance",
    definition: "How close the numbers of two raters lie to each other: correlation, less what they lie apart.",
  },
}

/** A name of the API, as `icc_a_1` or `cohen_kappa:R1|R2`, in words. */
export function coefficientOf(name: string): Coefficient {
  const [base = name, pair] = name.split(":")
  const known = pair ? PAIRS[base] : COEFFICIENTS[base]
  if (!known) return { name, definition: "" }
  return pair ? { ...known, name: `${known.name} of ${pair.replace("|", " and ")}` } : known
}

export const pairCoefficientOf = (base: string): Coefficient => PAIRS[base] ?? { name: base, definition: "" }

/** The short name in a table: "alpha, ordinal", "ICC(A,1)". */
export const shortName = (name: string, scale: string): string =>
  name === "alpha" ? `alpha, ${scale}` : coefficientOf(name).name
