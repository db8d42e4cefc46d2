# linalg.lstsq of matrices and batches: solutions, and residuals where a driver gives them.
import torch

torch.manual_seed(0)
for batch in ([], [2]):
    for m, n in ((4, 3), (2, 3)):
        A = torch.randn(batch + [m, n], dtype=torch.float64)
        for columns in ([2], []):
            B = torch.randn(batch + [m] + columns, dtype=torch.float64)
            for driver in (None, "gels", "gelsd"):
                r = torch.linalg.lstsq(A, B, driver=driver)
                print(batch, m, n, driver, r.solution.reshape(-1)[:4], r.residuals, r.rank, r.singular_values)

r = torch.linalg.lstsq(torch.randn(2, 2, 4, 3), torch.randn(2, 2, 4, 1), driver="gelss")
print([list(part.shape) for part in r])

# Residuals only where all have full rank.
A = torch.tensor([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
for driver in ("gelsy", "gelsd"):
    r = torch.linalg.lstsq(A, torch.ones(3, 1), driver=driver)
    print(r.solution, r.residuals, r.rank)
