"""What figures are called in a report."""

DETECTION = {
    "auroc": "AUROC",
    "auprc": "AUPRC",
    "f1": "F1",
    "mcc": "MCC",
    "brier": "Brier (0 is best)",
    "macro_f1": "Type, macro-F1",
    "accuracy": "Type, accuracy",
}
REPLIES = {
    "empathic_authenticity": "Empathic authenticity",
    "responsive_engagement": "Responsive engagement",
    "therapeutic_concision": "Therapeutic concision",
    "pct_adherence": "PCT adherence",
    "pct_composite": "PCT composite",
}
